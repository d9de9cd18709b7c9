//! What numeration systems are called: one name is written, all names are read.
//!
//! | written | read as well |
//! |---|---|
//! | `fib` | `fibonacci`, `zeckendorf`, `msd_fib`, `ostrowski(1)`, `pisot(1,-1,-1)` |
//! | `pell` | `msd_pell`, `ostrowski(2)`, `ostrowski(sqrt(2))` |
//! | `trib` | `tribonacci`, `msd_trib`, `pisot(1,-1,-1,-1)` |
//! | `base(2)` | `msd_2`, `2`, `pisot(1,-2)`; `msd` alone is `base(2)`, as in Walnut |
//! | `ostrowski(1,1,1,4)` | `ostrowski(2;1,1,1,4)` (with the quotients before the period), `ostrowski(sqrt(7))` |
//! | `pisot(1,-5,-1,1)` | `parry(5;0,4;5,1,-1)` (digits before the period; period; recurrence) |
//! | `pisot(1,0,-1,-1)` | `parry(;1,0,0,0,0;0,1,1)`: the plastic number, weights 1, 2, 3, 4, 5, 7, 9, 12, … |
//! | `parry(…;…;…)` | where the recurrence is not that of the base's own polynomial |
//!
//! Names that begin with `msd_` are those of the prover Walnut. Its `lsd_` systems read the last digit first and are refused.
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! for name in ["fib", "msd_fib", "ostrowski(1)", "pisot(1,-1,-1)", "parry(;1,0;1,1)"] {
//!     let system: System = name.parse().unwrap();
//!     assert_eq!(system, System::fibonacci());
//!     assert_eq!(system.name(), "fib");
//!     assert_eq!(system.walnut_name().as_deref(), Some("msd_fib"));
//! }
//! assert_eq!(System::ostrowski(&[1, 2]).walnut_name(), None);
//! assert!("lsd_fib".parse::<System>().is_err());
//! ```

use super::numeration::{BadSystem, System};
use super::pisot::{quasi_greedy, shorten};
use wythoff_number::Quadratic;

impl System {
    /// Zeckendorf's system, weights 1, 2, 3, 5, 8, ….
    #[must_use]
    pub fn fibonacci() -> System {
        System::ostrowski(&[1])
    }

    /// The system of Pell's numbers, weights 1, 2, 5, 12, 29, ….
    #[must_use]
    pub fn pell() -> System {
        System::ostrowski(&[2])
    }

    /// The system of the Tribonacci numbers, weights 1, 2, 4, 7, 13, ….
    #[must_use]
    pub fn tribonacci() -> System {
        System::Parry { before: vec![], period: vec![1, 1, 0], recurrence: vec![1, 1, 1] }
    }

    /// The same system with the shortest periods, and Zeckendorf's always as that of Ostrowski: then systems with equal words
    /// are equal, unless their recurrences differ.
    #[must_use]
    pub fn canonical(self) -> System {
        match self {
            System::Ostrowski { period } => System::ostrowski(&period),
            System::Parry { before, period, recurrence } => {
                let (before, period) = shorten(before, period);
                if before.is_empty() && period == [1, 0] && recurrence == [1, 1] {
                    return System::fibonacci();
                }
                System::Parry { before, period, recurrence }
            }
        }
    }

    /// The name that people use; [`str::parse`] reads it back. See the [module](self).
    #[must_use]
    pub fn name(&self) -> String {
        let system = self.clone().canonical();
        for (known, name) in
            [(System::fibonacci(), "fib"), (System::pell(), "pell"), (System::tribonacci(), "trib")]
        {
            if system == known {
                return name.to_owned();
            }
        }
        match &system {
            System::Ostrowski { period } => format!("ostrowski({})", list(period)),
            System::Parry { before, period, recurrence } => {
                if let Some(b) = system.integer_base() {
                    return format!("base({b})");
                }
                let negated = recurrence.iter().map(|c| c.checked_neg());
                let polynomial: Option<Vec<i64>> = std::iter::once(Some(1)).chain(negated).collect();
                let expansion = (before.clone(), period.clone());
                match polynomial {
                    Some(p) if quasi_greedy(&p) == Ok(expansion) => format!("pisot({})", list(&p)),
                    _ => format!("parry({};{};{})", list(before), list(period), list(recurrence)),
                }
            }
        }
    }

    /// What Walnut calls the system, if it comes with it.
    #[must_use]
    pub fn walnut_name(&self) -> Option<String> {
        match (self.integer_base(), &self.name()[..]) {
            (Some(b), _) => Some(format!("msd_{b}")),
            (None, name @ ("fib" | "pell" | "trib")) => Some(format!("msd_{name}")),
            _ => None,
        }
    }

    fn integer_base(&self) -> Option<i64> {
        let System::Parry { before, period, recurrence } = self else { return None };
        match (&before[..], &period[..], &recurrence[..]) {
            ([], [d], [b]) if i64::from(*d) + 1 == *b => Some(*b),
            _ => None,
        }
    }
}

fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The text is not the name of a numeration system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadName {
    /// It has none of the known forms.
    #[error(
        "expected fib, pell, trib, base(b), ostrowski(a1,a2,…), ostrowski(sqrt(d)), pisot(1,c1,c2,…), parry(before;period;recurrence) or Walnut's msd_2, msd_fib, msd_pell, msd_trib, found {0:?}"
    )]
    Form(String),
    /// It is a system of Walnut that reads the last digit first.
    #[error(
        "{0:?} reads the least significant digit first, which is not supported; the systems here read the most significant digit first, such as msd_2 or msd_fib"
    )]
    LastDigitFirst(String),
    /// It looks like a system of Walnut that is not known here.
    #[error(
        "Walnut's {0:?} is not known here; known are msd_2, msd_3, …, msd_fib, msd_pell and msd_trib, and others by their own names, such as ostrowski(1,2)"
    )]
    Walnut(String),
    /// It names something that is no system.
    #[error(transparent)]
    System(#[from] BadSystem),
}

impl std::str::FromStr for System {
    type Err = BadName;

    /// Reads what [`System::name`] writes, and the other names in the table of the [module](self).
    fn from_str(text: &str) -> Result<System, BadName> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let short = compact.strip_prefix("msd_").unwrap_or(&compact);
        match short {
            "fib" => return Ok(System::fibonacci()),
            "pell" => return Ok(System::pell()),
            "trib" => return Ok(System::tribonacci()),
            _ => {}
        }
        match &compact[..] {
            "fibonacci" | "zeckendorf" => return Ok(System::fibonacci()),
            "tribonacci" => return Ok(System::tribonacci()),
            "msd" => return Ok(System::base(2)),
            _ => {}
        }
        if compact == "lsd" || compact.starts_with("lsd_") {
            return Err(BadName::LastDigitFirst(text.trim().to_owned()));
        }
        if short.bytes().all(|b| b.is_ascii_digit())
            && let Ok(b) = short.parse()
        {
            return Ok(System::base(b));
        }
        if compact.starts_with("msd_") {
            return Err(BadName::Walnut(text.trim().to_owned()));
        }
        with_arguments(text, &compact).map(System::canonical)
    }
}

/// A name with numbers in parentheses.
fn with_arguments(text: &str, compact: &str) -> Result<System, BadName> {
    let bad = || BadName::Form(text.to_owned());
    let (head, rest) = compact.split_once('(').ok_or_else(bad)?;
    let body = rest.strip_suffix(')').ok_or_else(bad)?;
    let digits = |s: &str| -> Result<Vec<u32>, BadName> {
        s.split(',').filter(|p| !p.is_empty()).map(|p| p.parse().map_err(|_| bad())).collect()
    };
    let numbers = |s: &str| -> Result<Vec<i64>, BadName> {
        s.split(',').filter(|p| !p.is_empty()).map(|p| p.parse().map_err(|_| bad())).collect()
    };
    match head {
        "base" => Ok(System::base(body.parse().map_err(|_| bad())?)),
        "ostrowski" => {
            if let Some(d) = body.strip_prefix("sqrt(").and_then(|d| d.strip_suffix(')')) {
                let d: u64 = d.parse().map_err(|_| bad())?;
                let root = Quadratic::new(0, 1, d, 1).map_err(|_| BadSystem::Empty)?;
                return Ok(System::of_quadratic(&root)?);
            }
            // What comes before the period only has to be there: see `of_quadratic`.
            let (before, period) = body.split_once(';').unwrap_or(("", body));
            if digits(before)?.contains(&0) {
                return Err(BadSystem::Empty.into());
            }
            Ok(System::ostrowski(&digits(period)?))
        }
        "pisot" => Ok(System::pisot(&numbers(body)?)?),
        "parry" => {
            let parts: Vec<&str> = body.split(';').collect();
            let [before, period, recurrence] = parts[..] else { return Err(bad()) };
            Ok(System::Parry {
                before: digits(before)?,
                period: digits(period)?,
                recurrence: numbers(recurrence)?,
            })
        }
        _ => Err(bad()),
    }
}
