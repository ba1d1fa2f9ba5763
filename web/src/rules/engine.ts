/** The rules engine, fetched when something first asks for it. */
import { Engine } from './abi';
import url from './gen/rules.wasm?url';
import { instantiate } from './module';

export * from './abi';

let loading: Promise<Engine> | undefined;

export function engine(): Promise<Engine> {
  loading ??= instantiate(url)
    .then((instance) => new Engine(instance))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
