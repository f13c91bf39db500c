const COMMANDS = ['start', 'status', 'stop', 'db-url', 'backup-key', 'completion'];
const OPTIONS = ['--only', '--restore-from', '--reset-password', '--help', '--version'];
const SHELLS = ['bash', 'zsh', 'fish'];

/** What a shell reads to complete the words of `basalt`. Null: an unknown shell. */
export function completionFor(shell) {
  switch (shell) {
    case 'bash':
      return bash;
    // Zsh understands what is written for bash.
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
    case 'fish':
      return fish;
    default:
      return null;
  }
}

const bash = `_basalt() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
    --only) COMPREPLY=($(compgen -W "platform gateway" -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "${[...COMMANDS, ...OPTIONS].join(' ')}" -- "$word")) ;;
  esac
}
complete -F _basalt basalt
`;

const fish = `complete -c basalt -f
complete -c basalt -n __fish_use_subcommand -a "${COMMANDS.join(' ')}"
complete -c basalt -n "__fish_seen_subcommand_from completion" -a "${SHELLS.join(' ')}"
complete -c basalt -l only -x -a "platform gateway"
complete -c basalt -l restore-from -x
complete -c basalt -l reset-password -x
complete -c basalt -l help
complete -c basalt -l version
`;
