// The rules of the game for the browser: engine-rs/wasm to src/rules/gen/rules.wasm, when a source
// is newer than what is there.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TARGET = 'wasm32-unknown-unknown';
const engine = new URL('../../engine-rs/', import.meta.url);
const out = new URL('../src/rules/gen/rules.wasm', import.meta.url);

const sources = ['Cargo.toml', 'Cargo.lock', 'rules/Cargo.toml', 'wasm/Cargo.toml'];
for (const folder of ['rules/src/', 'wasm/src/']) {
  for (const file of fs.readdirSync(new URL(folder, engine), { recursive: true })) {
    sources.push(folder + file);
  }
}
const changed = (file) => fs.statSync(file).mtimeMs;
const newest = Math.max(...sources.map((source) => changed(new URL(source, engine))));

if (!fs.existsSync(out) || changed(out) < newest) {
  need('rustc', ['--version'], 'Rust is needed: https://rustup.rs');
  const installed = run('rustup', ['target', 'list', '--installed']);
  if (installed.status === 0 && !installed.stdout.includes(TARGET)) {
    need('rustup', ['target', 'add', TARGET], `rustup target add ${TARGET} failed`);
  }
  const build = ['build', '--locked', '-p', 'x0-wasm', '--profile', 'wasm', '--target', TARGET];
  need('cargo', [...build, '--quiet'], 'the rules could not be built');
  const folder = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('target', engine));
  const wasm = fs.readFileSync(`${folder}/${TARGET}/wasm/x0_rules_wasm.wasm`);
  fs.mkdirSync(new URL('.', out), { recursive: true });
  fs.writeFileSync(out, wasm);
  const size = gzipSync(wasm, { level: 9 }).length;
  console.log(`rules.wasm: ${wasm.length} bytes, ${size} compressed`);
}

function run(program, args) {
  const options = { cwd: fileURLToPath(engine), encoding: 'utf8' };
  return spawnSync(program, args, options);
}

function need(program, args, message) {
  const { status, stderr, error } = run(program, args);
  if (status === 0) return;
  console.error(`${error ? '' : stderr}${message}`);
  process.exit(1);
}
