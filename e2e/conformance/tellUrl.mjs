// The "client" that the suite starts: it passes on the address of the suite's server, and stays until the app, which is
// driven by the test, is done with it. Usage: tellUrl.mjs FILE URL
import fs from 'node:fs';

const [file, url] = process.argv.slice(2);
fs.writeFileSync(file, url);
const look = setInterval(() => {
  if (!fs.existsSync(`${file}.done`)) return;
  clearInterval(look);
  process.exit(0);
}, 50);
