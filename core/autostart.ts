/** The desktop entry that starts the app when the person logs in (freedesktop.org Autostart and Desktop Entry specifications). */
export function autostartEntry(executable: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Countersign',
    `Exec=${quoteExec(executable)} --hidden`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quoted as `Exec` wants it: four characters escaped within quotes, each backslash twice, and a percent sign doubled. */
const quoteExec = (path: string): string =>
  `"${path.replace(/["`$\\]/g, (character) => `\\\\${character === '\\' ? '\\\\' : character}`).replace(/%/g, '%%')}"`;
