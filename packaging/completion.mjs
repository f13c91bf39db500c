const COMMANDS = [
  'start',
  'status',
  'stop',
  'backup',
  'restore',
  'upgrade',
  'db-url',
  'backup-key',
  'completion',
];
const OPTIONS = ['--only', '--restore-from', '--reset-password', '--help', '--version'];
/** Of the commands that have some of their own. */
const OPTIONS_OF = {
  status: ['--json'],
  backup: ['--list', '--json'],
  restore: ['--at', '--backup', '--from', '--json'],
  upgrade: ['--check', '--back', '--yes', '--json'],
};
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
    *) case "\${COMP_WORDS[1]}" in
${Object.entries(OPTIONS_OF)
  .map(
    ([name, options]) =>
      `      ${name}) COMPREPLY=($(compgen -W "${options.join(' ')} --help" -- "$word")) ;;`,
  )
  .join('\n')}
      *) COMPREPLY=($(compgen -W "${[...COMMANDS, ...OPTIONS].join(' ')}" -- "$word")) ;;
    esac ;;
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
${Object.entries(OPTIONS_OF)
  .flatMap(([name, options]) =>
    options.map(
      (option) => `complete -c basalt -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`,
    ),
  )
  .join('\n')}
complete -c basalt -l version
`;
