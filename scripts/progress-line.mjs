const PLAIN = process.env.CI !== undefined || !process.stdout.isTTY;
/** The lines that count at the moment; only the last one is drawn. */
const open = [];

/**
 * One line that says what is being done and for how long; on a terminal it keeps counting.
 * The returned function ends the line with a result.
 */
export function startLine(title) {
  const start = Date.now();
  if (PLAIN) {
    console.log(`${title} ...`);
    return (result) => console.log(`${title}: ${result} (${secondsSince(start)})`);
  }
  if (open.length > 0) process.stdout.write('\n');
  const line = { show: () => draw(`${title} ... ${secondsSince(start)}`) };
  open.push(line);
  line.show();
  const timer = setInterval(() => {
    if (open.at(-1) === line) line.show();
  }, 1_000);
  return (result) => {
    clearInterval(timer);
    open.splice(open.indexOf(line), 1);
    draw(`${title}: ${result} (${secondsSince(start)})\n`);
  };
}

function draw(text) {
  process.stdout.write(`\r\u001b[2K${text}`);
}

function secondsSince(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
