/** The app's own log: defects of ours with their stack, never the content of questions. */
import electronLog from 'electron-log/main';

electronLog.transports.file.level = 'info';
electronLog.transports.console.level = 'warn';

export const log = {
  error: (where: string, error: unknown) =>
    electronLog.error(where, error instanceof Error ? (error.stack ?? error.message) : error),
  info: (text: string) => electronLog.info(text),
  /** The folder that the log file lies in. */
  keepIn: (folder: string) => {
    electronLog.transports.file.resolvePathFn = () => `${folder}/countersign.log`;
  },
};
