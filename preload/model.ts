/** The model's page gets its port to main by this, and no bridge at all. */
import { ipcRenderer } from 'electron';

ipcRenderer.once('model:port', ({ ports: [port] }) => {
  if (port !== undefined) window.postMessage('countersign port', '*', [port]);
});
