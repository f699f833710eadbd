//! Tables 1 and 2 of [RBB13].

/// A row of Table 1, part "new with heap reduction": program, level, states with no other reduction, τ, τ+, all.
pub type States = (&'static str, u8, [u64; 4]);

/// Table 1.
pub const STATES: [States; 15] = [
    ("peterson.c", 0, [294_193, 2_181, 596, 212]),
    ("peterson.c", 1, [33_227, 491, 286, 278]),
    ("peterson.c", 2, [21_122, 443, 268, 260]),
    ("peterson_bug.c", 0, [235_272, 1_617, 735, 281]),
    ("peterson_bug.c", 1, [49_691, 613, 440, 432]),
    ("peterson_bug.c", 2, [43_536, 613, 440, 432]),
    ("fifo.cpp", 0, [559_364, 22_126, 1_723, 108]),
    ("fifo.cpp", 1, [104_642, 3_926, 43, 26]),
    ("fifo.cpp", 2, [83_898, 2_660, 148, 143]),
    ("ring.cpp", 0, [2_502_517, 75_498, 13_075, 935]),
    ("ring.cpp", 1, [713_743, 14_157, 1_461, 1_405]),
    ("ring.cpp", 2, [1_439_424, 22_735, 2_121, 2_065]),
    ("global.c", 0, [451, 84, 65, 26]),
    ("global.c", 1, [316, 54, 30, 30]),
    ("global.c", 2, [316, 54, 30, 30]),
];

/// Table 2: program, level, lengths with τ, τ+, τ and stores, τ+ and stores.
pub const LENGTHS: [(&str, u8, [u64; 4]); 4] = [
    ("peterson_bug.c", 0, [54, 40, 26, 12]),
    ("peterson_bug.c", 1, [37, 31, 20, 12]),
    ("global.c", 0, [21, 18, 12, 9]),
    ("global.c", 1, [19, 16, 12, 9]),
];
