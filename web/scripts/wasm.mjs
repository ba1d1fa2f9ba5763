// The engine for the browser: the rules of the game and the solver, each a module of its own, made
// when a source is newer than what is there.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TARGET = 'wasm32-unknown-unknown';
const engine = new URL('../../engine-rs/', import.meta.url);

make('x0-wasm', '../src/rules/gen/rules.wasm', ['rules', 'wasm-abi', 'wasm']);
make('x0-wasm-solver', '../src/puzzles/gen/solver.wasm', [
  'rules',
  'solver',
  'wasm-abi',
  'wasm-solver',
]);

function make(name, file, crates) {
  const out = new URL(file, import.meta.url);
  const changed = (source) => fs.statSync(source).mtimeMs;
  const newest = Math.max(...sourcesOf(crates).map((source) => changed(new URL(source, engine))));
  if (fs.existsSync(out) && changed(out) >= newest) return;
  need('rustc', ['--version'], 'Rust is needed: https://rustup.rs');
  const installed = run('rustup', ['target', 'list', '--installed']);
  if (installed.status === 0 && !installed.stdout.includes(TARGET)) {
    need('rustup', ['target', 'add', TARGET], `rustup target add ${TARGET} failed`);
  }
  const build = ['build', '--locked', '-p', name, '--profile', 'wasm', '--target', TARGET];
  need('cargo', [...build, '--quiet'], `${name} could not be built`);
  const folder = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('target', engine));
  const module = out.pathname.split('/').at(-1);
  const wasm = fs.readFileSync(`${folder}/${TARGET}/wasm/x0_${module.replace('.', '_')}.wasm`);
  fs.mkdirSync(new URL('.', out), { recursive: true });
  fs.writeFileSync(out, wasm);
  const size = gzipSync(wasm, { level: 9 }).length;
  console.log(`${module}: ${wasm.length} bytes, ${size} compressed`);
}

function sourcesOf(crates) {
  const sources = ['Cargo.toml', 'Cargo.lock'];
  for (const crate of crates) {
    sources.push(`${crate}/Cargo.toml`);
    for (const file of fs.readdirSync(new URL(`${crate}/src/`, engine), { recursive: true })) {
      sources.push(`${crate}/src/${file}`);
    }
  }
  return sources;
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
