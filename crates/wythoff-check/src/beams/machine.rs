//! One beam as a machine that walks the columns with a window of rows and diagonals around the beam.

/// Windows higher than this are given up.
const HIGHEST: usize = 2048;

/// What a beam is given: which counts it may rely on, and what comes down to it from above.
#[derive(Clone, Debug)]
pub struct Machine {
    /// A square is a P-position if it sees fewer than so many.
    pub(crate) see: u16,
    /// The column's count when the beam is done with it.
    pub(crate) column: u16,
    /// No row leaves the window with fewer.
    pub row: u16,
    /// No diagonal leaves it with fewer.
    pub(crate) diagonal: u16,
    /// A diagonal stays until so many more rows above it have what rows leave with.
    pub(crate) patience: usize,
    /// What rows hold before they enter, by the row modulo the length.
    pub rows: Vec<u8>,
    /// What diagonals hold before they enter, by the diagonal modulo the length.
    pub diagonals: Vec<u8>,
}

/// The counts in the window: from the lowest open diagonal `e`, and from row `x + e`, upwards. What is not listed is as it entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    row_phase: u32,
    diagonal_phase: u32,
    rows: Vec<u8>,
    diagonals: Vec<u8>,
}

/// What happens in one column.
#[derive(Clone, Debug)]
pub struct Step {
    /// The next state.
    pub to: State,
    /// What the rows that left hold, upwards.
    pub rows: Vec<u8>,
    /// What the diagonals that left hold, upwards.
    pub diagonals: Vec<u8>,
    /// The places of the new P-positions, counted from the lowest open diagonal, upwards.
    pub marks: Vec<u32>,
}

impl State {
    /// How many rows or diagonals it lists.
    #[inline]
    pub fn length(&self) -> usize {
        self.rows.len().max(self.diagonals.len())
    }
}

impl Machine {
    /// The state that has these counts, from row `row` and diagonal `diagonal` upwards.
    pub(crate) fn state(&self, row: u64, rows: &[u8], diagonal: u64, diagonals: &[u8]) -> State {
        let mut state = State {
            row_phase: (row % self.rows.len() as u64) as u32,
            diagonal_phase: (diagonal % self.diagonals.len() as u64) as u32,
            rows: rows.to_vec(),
            diagonals: diagonals.to_vec(),
        };
        self.trim(&mut state);
        state
    }

    /// What entered at this place of the window.
    fn fresh(&self, state: &State, place: usize) -> (u8, u8) {
        let row = self.rows[(state.row_phase as usize + place) % self.rows.len()];
        (row, self.diagonals[(state.diagonal_phase as usize + place) % self.diagonals.len()])
    }

    fn grow(&self, state: &mut State, places: usize) {
        while state.rows.len() < places {
            state.rows.push(self.fresh(state, state.rows.len()).0);
        }
        while state.diagonals.len() < places {
            state.diagonals.push(self.fresh(state, state.diagonals.len()).1);
        }
    }

    fn trim(&self, state: &mut State) {
        while state.rows.last().is_some_and(|&v| v == self.fresh(state, state.rows.len() - 1).0) {
            state.rows.pop();
        }
        while state.diagonals.last().is_some_and(|&v| v == self.fresh(state, state.diagonals.len() - 1).1) {
            state.diagonals.pop();
        }
    }

    /// The P-positions that the beam has left in the window: by rows, and by diagonals.
    pub fn excess(&self, state: &State) -> (i128, i128) {
        let rows =
            state.rows.iter().enumerate().map(|(i, &v)| i128::from(v) - i128::from(self.fresh(state, i).0));
        let diagonals = state
            .diagonals
            .iter()
            .enumerate()
            .map(|(i, &v)| i128::from(v) - i128::from(self.fresh(state, i).1));
        (rows.sum(), diagonals.sum())
    }

    /// The phases of row `x + e` and of diagonal `e`.
    pub fn phases(state: &State) -> (usize, usize) {
        (state.row_phase as usize, state.diagonal_phase as usize)
    }

    /// Goes through a column that comes to the beam with this count; or why that is outside of what the beam may rely on.
    pub fn step(&self, state: &State, enters: u16) -> Result<Step, &'static str> {
        if enters > self.column {
            return Err("a column comes to a beam with more than the beam leaves in it");
        }
        let mut to = state.clone();
        let (mut count, mut place, mut marks) = (enters, 0, vec![]);
        while count < self.column {
            if place >= HIGHEST {
                return Err("a window grows too high");
            }
            self.grow(&mut to, place + 1);
            if u16::from(to.rows[place]) + u16::from(to.diagonals[place]) + count < self.see {
                to.rows[place] += 1;
                to.diagonals[place] += 1;
                count += 1;
                marks.push(place as u32);
            }
            place += 1;
        }
        // In the next column the lowest row is below the lowest diagonal. Then more diagonals may leave, each with a row.
        let mut diagonals = 0;
        loop {
            if diagonals >= HIGHEST {
                return Err("diagonals leave a window without end");
            }
            let rows = diagonals + 1;
            self.grow(&mut to, rows + self.patience + 1);
            let complete = to.rows[rows..=rows + self.patience].iter().all(|&v| u16::from(v) >= self.row);
            if u16::from(to.diagonals[diagonals]) < self.diagonal || !complete {
                break;
            }
            diagonals += 1;
        }
        let rows: Vec<u8> = to.rows.drain(..=diagonals).collect();
        if rows.iter().any(|&v| u16::from(v) < self.row) {
            return Err("a row leaves a window with too few P-positions");
        }
        to.row_phase = ((to.row_phase as usize + rows.len()) % self.rows.len()) as u32;
        to.diagonal_phase = ((to.diagonal_phase as usize + diagonals) % self.diagonals.len()) as u32;
        let diagonals = to.diagonals.drain(..diagonals).collect();
        self.trim(&mut to);
        Ok(Step { to, rows, diagonals, marks })
    }
}
