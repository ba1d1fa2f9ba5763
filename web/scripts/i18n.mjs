// ICU MessageFormat catalogues, `locales/LANGUAGE/NAMESPACE.json`, to typed functions in
// `src/i18n/gen`. No parser reaches the browser, and each namespace is a chunk of its own. What is
// missing in a language, has other arguments or lacks a plural class of its language stops the build.
import fs from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const LOCALES = ['en', 'ru', 'vi'];
const locales = new URL('../locales/', import.meta.url);
const out = new URL('../src/i18n/gen/', import.meta.url);
const quoted = JSON.stringify;
const errors = [];

/** JavaScript that gives the text; fills `args` with name -> TypeScript type. */
function compile(ast, args, where, locale, pound) {
  const parts = ast.map((node) => {
    switch (node.type) {
      case TYPE.literal:
        return quoted(node.value);
      case TYPE.argument:
        args.set(node.value, args.get(node.value) ?? 'string');
        return `a.${node.value}`;
      case TYPE.number:
        args.set(node.value, 'number');
        return `n(a.${node.value})`;
      case TYPE.pound:
        return `n(a.${pound})`;
      case TYPE.select: {
        const names = Object.keys(node.options);
        if (!names.includes('other')) errors.push(`${where}: a select lacks 'other'`);
        const type = `${names.map((name) => quoted(name)).join(' | ')} | (string & {})`;
        args.set(node.value, type);
        return `s(a.${node.value}, ${options(node, names, pound)})`;
      }
      case TYPE.plural: {
        args.set(node.value, 'number');
        const rules = new Intl.PluralRules(locale, { type: node.pluralType });
        const wanted = rules.resolvedOptions().pluralCategories;
        const names = Object.keys(node.options);
        for (const name of wanted) {
          if (!names.includes(name)) errors.push(`${where}: a plural lacks '${name}'`);
        }
        for (const name of names) {
          if (!name.startsWith('=') && !wanted.includes(name)) {
            errors.push(`${where}: '${name}' is no plural class of ${locale}`);
          }
        }
        return `p(a.${node.value}, ${options(node, names, node.value)})`;
      }
      default:
        errors.push(`${where}: only arguments, numbers, select and plural are supported`);
        return '""';
    }
  });
  return parts.length ? parts.join(' + ') : '""';

  function options(node, names, inner) {
    const entries = names.map(
      (name) => `${quoted(name)}: ${compile(node.options[name].value, args, where, locale, inner)}`,
    );
    return `{ ${entries.join(', ')} }`;
  }
}

const read = (locale, namespace) =>
  JSON.parse(fs.readFileSync(new URL(`${locale}/${namespace}.json`, locales), 'utf8'));
const namesOf = (locale) =>
  fs
    .readdirSync(new URL(locale, locales))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

const namespaces = namesOf('en');
for (const locale of LOCALES) {
  const found = namesOf(locale);
  if (String(found) !== String(namespaces)) {
    errors.push(`${locale}: has the files ${found}, en has ${namespaces}`);
  }
}
const written = [];
for (const namespace of errors.length ? [] : namespaces) {
  const english = read('en', namespace);
  const signatures = new Map();
  for (const locale of LOCALES) {
    const catalogue = read(locale, namespace);
    const lines = [];
    for (const key of Object.keys(english)) {
      const where = `${locale}/${namespace}.json ${key}`;
      if (!/^[a-z][A-Za-z0-9]*$/.test(key)) errors.push(`${where}: keys are camelCase`);
      if (!(key in catalogue)) {
        errors.push(`${where}: missing`);
        continue;
      }
      const args = new Map();
      let code = '""';
      try {
        code = compile(parse(catalogue[key]), args, where, locale);
      } catch (error) {
        errors.push(`${where}: ${error.message}`);
        continue;
      }
      const signature = [...args].sort(([a], [b]) => (a < b ? -1 : 1));
      if (locale === 'en') signatures.set(key, signature);
      else if (names(signature) !== names(signatures.get(key) ?? [])) {
        errors.push(`${where}: its arguments differ from those in English`);
      }
      lines.push(`  ${key}: (${args.size ? 'a' : ''}) => ${code},`);
    }
    for (const key of Object.keys(catalogue)) {
      if (!(key in english)) errors.push(`${locale}/${namespace}.json ${key}: not in English`);
    }
    written.push([
      `${namespace}.${locale}.ts`,
      `import { tools } from '../tools';\nimport type { Messages } from './${namespace}.types';\n` +
        `const { n, p, s } = tools('${locale}');\nvoid n, p, s;\n` +
        `export const messages: Messages = {\n${lines.join('\n')}\n};\n`,
    ]);
  }
  const types = [...signatures].map(([key, signature]) => {
    const fields = signature.map(([name, type]) => `${name}: ${type}`).join('; ');
    return `  ${key}(${fields ? `a: { ${fields} }` : ''}): string;`;
  });
  written.push([`${namespace}.types.ts`, `export interface Messages {\n${types.join('\n')}\n}\n`]);
}
if (errors.length) {
  console.error(errors.join('\n'));
  process.exit(1);
}
const loaders = namespaces.map((namespace) => {
  const files = LOCALES.map((l) => `${l}: () => import('./${namespace}.${l}')`);
  return `  ${namespace}: { ${files.join(', ')} },`;
});
written.push([
  'index.ts',
  `${namespaces.map((n) => `import type { Messages as ${pascal(n)} } from './${n}.types';`).join('\n')}
export const locales = ${quoted(LOCALES)} as const;
export type Locale = (typeof locales)[number];
export interface Catalogues {\n${namespaces.map((n) => `  ${n}: ${pascal(n)};`).join('\n')}\n}
export type Namespace = keyof Catalogues;
export const load: { [N in Namespace]: Record<Locale, () => Promise<{ messages: Catalogues[N] }>> } = {
${loaders.join('\n')}
};
`,
]);
fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
for (const [name, text] of written) fs.writeFileSync(new URL(name, out), text);

function names(signature) {
  return signature.map(([name]) => name).join();
}
function pascal(name) {
  return name[0].toUpperCase() + name.slice(1);
}
