//! The lab in a browser.

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff lab --open\n  wythoff lab --port 0\n\nThe address is printed on a line of its own. Pages and answers come from this program alone, and nothing is sent anywhere else. Programs can ask, too: http://127.0.0.1:PORT/api/v1/ask?game=W%5E4&at=11,28 gives what `wythoff ask W^4 11 28 --json` prints, and /api/v1/openapi.json describes the rest. Ctrl-C ends it."
)]
pub(crate) struct LabArguments {
    /// The port to listen on; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 8017)]
    pub(crate) port: u16,

    /// Open the page in a browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// The address to listen on. Anything but this machine's own lets others use its time and memory.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
}
