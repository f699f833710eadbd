//! Types of the source, from the text of the debug information.

use crate::debug_info::{DebugInfo, Node};
use tw_ir::{DebugType, DebugTypeId, Encoding, Field, Shape};

impl DebugInfo {
    /// The type that a node stands for; recursive types refer to themselves by id.
    pub(crate) fn type_id(&mut self, node: Node) -> Option<DebugTypeId> {
        if let Some(id) = self.known_types.get(&node) {
            return Some(*id);
        }
        let kind = self.text.kind(node).to_owned();
        if !matches!(kind.as_str(), "DIBasicType" | "DIDerivedType" | "DICompositeType" | "DISubroutineType")
        {
            return None;
        }
        let tag = self.text.field(node, "tag").unwrap_or("").to_owned();
        let own_name = self.text.string(node, "name").unwrap_or_default();
        let size =
            self.text.number(node, "size").and_then(|n| u64::try_from(n).ok()).unwrap_or(0).div_ceil(8);
        let name = self.type_name(node, &tag, own_name);
        let id = self.types.push(DebugType { name, size, shape: Shape::Opaque });
        self.known_types.insert(node, id);

        let shape = match kind.as_str() {
            "DIBasicType" => Shape::Scalar(encoding(self.text.field(node, "encoding").unwrap_or(""))),
            "DIDerivedType" => self.derived(node, &tag),
            "DICompositeType" => match tag.as_str() {
                "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type" => self.record(node),
                "DW_TAG_array_type" => self.array(node, id),
                "DW_TAG_enumeration_type" => self.enumeration(node),
                _ => Shape::Opaque,
            },
            _ => Shape::Opaque,
        };
        self.complete(id, shape);
        Some(id)
    }

    /// Sets the shape; another name has the size of what it names, and qualified types their name.
    fn complete(&mut self, id: DebugTypeId, shape: Shape) {
        if let Shape::Alias(of) = shape {
            if self.types[id].size == 0 {
                self.types[id].size = self.types[of].size;
            }
            if let Some(qualifier) = self.types[id].name.strip_suffix(' ').map(str::to_owned) {
                let base = &self.types[of].name;
                self.types[id].name =
                    if base.is_empty() { String::new() } else { format!("{qualifier} {base}") };
            }
        }
        if let Shape::Pointer(target) = shape
            && self.types[id].name.is_empty()
        {
            let base = target.map_or("void", |t| self.types[t].name.as_str());
            if !base.is_empty() {
                let space = if base.ends_with('*') { "" } else { " " };
                self.types[id].name = format!("{base}{space}*");
            }
        }
        self.types[id].shape = shape;
    }

    /// Names as C spells them; a qualifier with a space at its end is completed later.
    fn type_name(&self, node: Node, tag: &str, own: String) -> String {
        // Types of C++ have an identifier, and no keyword in front of their names.
        let in_c = self.text.field(node, "identifier").is_none();
        match tag {
            "DW_TAG_const_type" => "const ".to_owned(),
            "DW_TAG_volatile_type" => "volatile ".to_owned(),
            "DW_TAG_atomic_type" => "_Atomic ".to_owned(),
            "DW_TAG_restrict_type" => "restrict ".to_owned(),
            _ if own.is_empty() => own,
            "DW_TAG_structure_type" if in_c => format!("struct {own}"),
            "DW_TAG_union_type" if in_c => format!("union {own}"),
            "DW_TAG_enumeration_type" if in_c => format!("enum {own}"),
            _ => own,
        }
    }

    fn base(&mut self, node: Node) -> Option<DebugTypeId> {
        let base = self.text.reference(node, "baseType")?;
        self.type_id(base)
    }

    fn derived(&mut self, node: Node, tag: &str) -> Shape {
        match tag {
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                Shape::Pointer(self.base(node))
            }
            "DW_TAG_typedef"
            | "DW_TAG_const_type"
            | "DW_TAG_volatile_type"
            | "DW_TAG_atomic_type"
            | "DW_TAG_restrict_type"
            | "DW_TAG_template_alias" => match self.base(node) {
                Some(base) => Shape::Alias(base),
                None => {
                    let void =
                        self.types.push(DebugType { name: "void".to_owned(), size: 0, shape: Shape::Opaque });
                    Shape::Alias(void)
                }
            },
            _ => Shape::Opaque,
        }
    }

    fn record(&mut self, node: Node) -> Shape {
        let members =
            self.text.reference(node, "elements").map(|list| self.text.list(list)).unwrap_or_default();
        let mut fields = Vec::new();
        for member in members {
            let tag = self.text.field(member, "tag").unwrap_or("");
            let is_static = self.text.field(member, "flags").is_some_and(|f| f.contains("StaticMember"));
            let is_virtual = self.text.field(member, "flags").is_some_and(|f| f.contains("Virtual"));
            let is_base = tag == "DW_TAG_inheritance";
            if is_static || !(tag == "DW_TAG_member" || is_base && !is_virtual) {
                continue;
            }
            let Some(ty) = self.base(member) else { continue };
            let bits = |key| self.text.number(member, key).and_then(|n| u64::try_from(n).ok());
            fields.push(Field {
                name: self.text.string(member, "name").unwrap_or_default(),
                bit_offset: bits("offset").unwrap_or(0),
                bit_size: bits("size").unwrap_or(self.types[ty].size * 8),
                ty,
            });
        }
        Shape::Record(fields)
    }

    /// An array of several dimensions is an array of arrays; the outermost one gets the id.
    fn array(&mut self, node: Node, id: DebugTypeId) -> Shape {
        let Some(mut element) = self.base(node) else { return Shape::Opaque };
        let ranges =
            self.text.reference(node, "elements").map(|list| self.text.list(list)).unwrap_or_default();
        let counts: Vec<u64> = ranges
            .iter()
            .map(|range| self.text.number(*range, "count").and_then(|n| u64::try_from(n).ok()).unwrap_or(0))
            .collect();
        let Some((&count, inner)) = counts.split_first() else { return Shape::Opaque };
        for &count in inner.iter().rev() {
            let size = self.resolved_size(element).saturating_mul(count);
            let shape = Shape::Array { element, count };
            element = self.types.push(DebugType { name: String::new(), size, shape });
        }
        if self.types[id].size == 0 {
            self.types[id].size = self.resolved_size(element).saturating_mul(count);
        }
        Shape::Array { element, count }
    }

    fn resolved_size(&self, id: DebugTypeId) -> u64 {
        self.types[id].size
    }

    fn enumeration(&self, node: Node) -> Shape {
        let list = self.text.reference(node, "elements").map(|list| self.text.list(list)).unwrap_or_default();
        Shape::Enum(
            list.iter()
                .filter_map(|item| {
                    Some((self.text.string(*item, "name")?, self.text.number(*item, "value")?))
                })
                .collect(),
        )
    }
}

fn encoding(text: &str) -> Encoding {
    match text {
        "DW_ATE_signed" => Encoding::Signed,
        "DW_ATE_boolean" => Encoding::Bool,
        "DW_ATE_float" | "DW_ATE_complex_float" => Encoding::Float,
        "DW_ATE_signed_char" | "DW_ATE_unsigned_char" | "DW_ATE_UTF" => Encoding::Char,
        _ => Encoding::Unsigned,
    }
}
