//! A vector in chunks: no copying and little slack when it grows.

const CHUNK_ITEMS: usize = 1 << 16;

/// A growing sequence.
pub(crate) struct Chunked<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Chunked<T> {
    pub fn new() -> Self {
        Chunked { chunks: Vec::new(), len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        if self.len.is_multiple_of(CHUNK_ITEMS) {
            // The first chunk grows with a small program; later ones are allocated whole.
            self.chunks.push(Vec::with_capacity(if self.len == 0 { 16 } else { CHUNK_ITEMS }));
        }
        self.chunks.last_mut().expect("a chunk was just made sure of").push(item);
        self.len += 1;
    }

    #[inline]
    pub fn get(&self, index: usize) -> T {
        self.chunks[index / CHUNK_ITEMS][index % CHUNK_ITEMS]
    }

    pub fn set(&mut self, index: usize, item: T) {
        self.chunks[index / CHUNK_ITEMS][index % CHUNK_ITEMS] = item;
    }

    /// Bytes of all chunks, used or not.
    pub fn bytes(&self) -> u64 {
        let items: usize = self.chunks.iter().map(Vec::capacity).sum();
        (items * size_of::<T>()) as u64
    }
}
