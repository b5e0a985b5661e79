/** The model's page. It gets one port from main and has nothing else: no key, no server, no question, no file. */
import { type FromModel, providerPath, type ToModel } from '../contract/model.ts';
import { generate } from './generate.ts';

const running = new Map<string, AbortController>();

function listen(port: MessagePort): void {
  const say = (message: FromModel): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToModel>) => {
    if (data.type === 'stop') return running.get(data.turn)?.abort();
    const abort = new AbortController();
    running.set(data.turn, abort);
    const baseURL = new URL(`${providerPath}/${data.turn}`, location.href).href;
    void generate(data, baseURL, abort.signal, say).finally(() => running.delete(data.turn));
  };
  say({ type: 'ready' });
}

window.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'countersign port' && port !== undefined) listen(port);
});
