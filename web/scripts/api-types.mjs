// Types of everything the gateway says, from the documents it publishes: `src/api/gen/rest.ts`
// (OpenAPI) and `src/api/gen/socket.ts` (AsyncAPI, whose schemas are JSON Schema too, so that the
// same generator does both).
import fs from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const api = new URL('../../docs/api/', import.meta.url);
const out = new URL('../src/api/gen/', import.meta.url);
fs.mkdirSync(out, { recursive: true });

const options = { alphabetize: true, defaultNonNullable: false };
// openapi-fetch takes read-only lists for objects, so these types are mutable.
await write('rest.ts', new URL('openapi.json', api), options);

const socket = parse(fs.readFileSync(new URL('asyncapi.yaml', api), 'utf8'));
const sent = (action) =>
  Object.values(socket.operations)
    .filter((operation) => operation.action === action)
    .flatMap((operation) => operation.messages)
    .map((message) => socket.components.messages[message.$ref.split('/').pop()].payload.$ref)
    .map(($ref) => ({ $ref }));
await write(
  'socket.ts',
  {
    openapi: '3.1.0',
    info: socket.info,
    paths: {},
    components: {
      schemas: {
        ...socket.components.schemas,
        ToServer: { oneOf: sent('receive') },
        FromServer: { oneOf: sent('send') },
      },
    },
  },
  { ...options, immutable: true },
);

async function write(name, source, options) {
  const text = astToString(await openapiTS(source, options));
  fs.writeFileSync(new URL(name, out), text);
}
