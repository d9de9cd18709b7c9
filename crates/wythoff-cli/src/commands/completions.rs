//! `wythoff completions SHELL`.
//!
//! The scripts of bash, zsh and fish ask `wythoff complete`, which knows games, papers and which arguments are files; those of other
//! shells are generated, and know commands and options.

use crate::cli::{Cli, CompletionsArguments};
use crate::output::{Failure, write};
use clap::CommandFactory as _;
use clap_complete::Shell;

const BASH: &str = r#"# Completions of wythoff for bash, from `wythoff completions bash`.
_wythoff() {
    local line word=${COMP_WORDS[COMP_CWORD]}
    [[ $word == "=" ]] && word=
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word") ;;
            :folders) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word") ;;
            *[=\(]) compopt -o nospace 2>/dev/null; COMPREPLY+=("${line//\(/\\(}") ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _wythoff wythoff
"#;

const ZSH: &str = r#"#compdef wythoff
# Completions of wythoff for zsh, from `wythoff completions zsh`.
_wythoff() {
    local line
    local -a found open
    for line in ${(f)"$($words[1] complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
        case $line in
            :files) _files ;;
            :folders) _files -/ ;;
            *[=\(]) open+=("$line") ;;
            *) found+=("$line") ;;
        esac
    done
    compadd -a found
    compadd -S '' -a open
}
if [[ $funcstack[1] == _wythoff ]]; then _wythoff "$@"; else compdef _wythoff wythoff; fi
"#;

const FISH: &str = r#"# Completions of wythoff for fish, from `wythoff completions fish`.
function __wythoff_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c wythoff -f -a '(__wythoff_complete)'
"#;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let script = match arguments.shell {
        Shell::Bash => BASH.as_bytes().to_vec(),
        Shell::Zsh => ZSH.as_bytes().to_vec(),
        Shell::Fish => FISH.as_bytes().to_vec(),
        other => {
            let mut script = Vec::new();
            clap_complete::generate(other, &mut Cli::command(), "wythoff", &mut script);
            script
        }
    };
    write(&script, None)
}
