//! The order in which the files of an import are applied, and in what units.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::Arc;

use kernel::hexadecimal;
use sha2::{Digest as _, Sha256};

use crate::file::read_pieces;
use crate::read::Source;
use crate::staging::{ColumnsOf, Numbered, StagedFile, number};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// These files in one unit of work.
    Unit(Vec<usize>),
    /// The chunks of these files, in the order of their keys.
    Chunks(Vec<usize>),
}

pub(crate) struct Plan {
    /// The files in the order of the importers.
    pub(crate) sources: Vec<Source>,
    pub(crate) steps: Vec<Step>,
    /// The files that are staged, by their positions.
    pub(crate) staged: HashMap<usize, StagedFile>,
}

impl Plan {
    /// Cuts the files into steps: those that follow one another in one unit, or in one group of chunks.
    pub(crate) fn new(sources: Vec<Source>) -> Self {
        let mut steps = Vec::new();
        let mut staged = HashMap::new();
        let mut at = 0;
        while let Some(first) = sources.get(at) {
            let group = first.importer.chunks().map(|chunks| chunks.group);
            let of_group = |source: &&Source| source.importer.chunks().map(|chunks| chunks.group) == group;
            let count = sources.iter().skip(at).take_while(of_group).count();
            let files: Vec<usize> = (at..at + count).collect();
            at += count;
            if group.is_none() {
                steps.push(Step::Unit(files));
                continue;
            }
            let chunks_of = |file: usize| sources.get(file).and_then(|source| source.importer.chunks());
            let step = number(steps.len());
            let has_last =
                files.iter().any(|file| chunks_of(*file).is_some_and(|chunks| chunks.last.is_some()));
            for file in &files {
                if let Some(chunks) = chunks_of(*file) {
                    let one = StagedFile { number: number(*file), group: step, last_group: step + 1, chunks };
                    staged.insert(*file, one);
                }
            }
            steps.push(Step::Chunks(files.clone()));
            if has_last {
                steps.push(Step::Chunks(files));
            }
        }
        Self { sources, steps, staged }
    }

    pub(crate) fn columns(&self) -> Arc<ColumnsOf> {
        let of_file = |(file, staged): (&usize, &StagedFile)| {
            Some((staged.number, self.sources.get(*file)?.importer.columns()))
        };
        Arc::new(self.staged.iter().filter_map(of_file).collect())
    }

    /// The key by which a staged row is cut.
    pub(crate) fn key<'a>(&self, (file, row): &'a Numbered) -> &'a str {
        let staged = usize::try_from(*file).ok().and_then(|file| self.staged.get(&file));
        staged.map(|staged| staged.chunks.key(row)).unwrap_or_default()
    }

    /// Counts the rows of the next unit: `size` of them, and those after that have the key of the last one.
    pub(crate) fn cut(&self, rows: &VecDeque<Numbered>, size: usize) -> usize {
        let size = size.max(1);
        let Some(last) = rows.get(size - 1) else { return rows.len() };
        let key = self.key(last);
        size + rows.iter().skip(size).take_while(|row| self.key(row) == key).count()
    }

    /// Tells whether the rows of a file are checked by looking.
    pub(crate) fn is_looked_at(&self, file: usize) -> bool {
        self.sources.get(file).is_none_or(|source| source.importer.look().is_some())
    }

    /// Tells whether the database alone holds what the rows of a file rely on.
    pub(crate) fn holds_alone(&self, file: usize) -> bool {
        let alone = |source: &Source| source.importer.look().is_some_and(|look| look.holds_alone);
        self.sources.get(file).is_none_or(alone)
    }

    /// The position of the file with this name without ending.
    pub(crate) fn position(&self, stem: &str) -> Option<usize> {
        self.sources.iter().position(|source| source.importer.file_stem() == stem)
    }

    pub(crate) fn files(&self) -> Vec<String> {
        self.sources.iter().map(|source| source.file.clone()).collect()
    }

    pub(crate) fn staged_bytes(&self) -> u64 {
        self.staged.keys().filter_map(|file| self.sources.get(*file)).map(|source| source.bytes).sum()
    }
}

/// SHA-256 of an import and of its files.
pub(crate) struct Digests {
    /// Of the steps and of the names, sizes and contents of the files.
    pub(crate) whole: [u8; 32],
    /// Of each file's bytes, in hexadecimal digits.
    pub(crate) files: Vec<String>,
}

impl Digests {
    /// Reads the files. Blocks.
    pub(crate) fn read(sources: &[Source], steps: &[Step]) -> io::Result<Self> {
        let (mut whole, mut files) = (Sha256::new(), Vec::with_capacity(sources.len()));
        whole.update(format!("{steps:?}"));
        for source in sources {
            whole.update(source.file.as_bytes());
            whole.update([0]);
            let (mut own, mut bytes) = (Sha256::new(), 0_u64);
            read_pieces(&source.path, |piece| {
                bytes += u64::try_from(piece.len()).unwrap_or(0);
                whole.update(piece);
                own.update(piece);
            })?;
            whole.update(bytes.to_be_bytes());
            files.push(hexadecimal(&own.finalize()));
        }
        Ok(Self { whole: whole.finalize().into(), files })
    }
}
