/** The rules engine, fetched when something first asks for it. */
import { Engine } from './abi';
import url from './gen/rules.wasm?url';

export * from './abi';

let loading: Promise<Engine> | undefined;

export function engine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Engine> {
  const answer = fetch(url);
  try {
    return new Engine((await WebAssembly.instantiateStreaming(answer)).instance);
  } catch (error) {
    // A host that does not know the type application/wasm.
    const found = await answer;
    if (!found.ok || found.bodyUsed) throw error;
    return new Engine((await WebAssembly.instantiate(await found.arrayBuffer())).instance);
  }
}
