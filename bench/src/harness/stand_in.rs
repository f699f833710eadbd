//! A script in place of the tool, for tests.

use super::limit::Limit;
use super::run::Tool;
use std::ops::Deref;
use std::path::PathBuf;
use std::process::Command;

/// A tool that is a shell script, in a folder of its own that goes with it.
pub struct StandIn {
    tool: Tool,
    /// The folder.
    pub folder: PathBuf,
}

impl StandIn {
    /// A script for the test of this name.
    pub fn new(test: &str, script: &str) -> StandIn {
        let folder = crate::workplace(test);
        let binary = folder.join("tool.sh");
        // Written by another process: with the file open here, a child of another test could keep it busy.
        let write = "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod +x \"$1\"";
        let status = Command::new("sh").args(["-c", write, "sh"]).arg(&binary).arg(script).status();
        assert!(status.is_ok_and(|s| s.success()), "the script cannot be written");
        StandIn { tool: Tool { binary, limit: Limit::seconds(1), gigabytes: 1 }, folder }
    }
}

impl Deref for StandIn {
    type Target = Tool;

    fn deref(&self) -> &Tool {
        &self.tool
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
