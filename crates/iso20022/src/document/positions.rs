//! The positions of many elements at once.

use super::{Document, Element};
use crate::position::Ruler;

impl Document {
    /// Line and column of each start tag, both from 1, in the order of `elements`. Reads the text once, however many
    /// elements there are, where [`Element::line`] counts anew for each.
    pub fn positions(&self, elements: &[Element<'_>]) -> Vec<(u32, u32)> {
        let mut order: Vec<usize> = (0..elements.len()).collect();
        order.sort_by_key(|index| elements.get(*index).map_or(0, Element::offset));
        let mut ruler = Ruler::new(&self.text);
        let mut positions = vec![(1, 1); elements.len()];
        for index in order {
            if let (Some(element), Some(position)) = (elements.get(index), positions.get_mut(index)) {
                *position = ruler.position(element.offset());
            }
        }
        positions
    }
}
