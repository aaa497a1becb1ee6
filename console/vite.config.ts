import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const output = fileURLToPath(new URL('../dist/console/', import.meta.url));

/** Compresses the files once, at the highest level, so that the service need not do it for each answer. */
const precompressed: Plugin = {
  name: 'precompressed',
  closeBundle() {
    const folder = join(output, 'assets');
    for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg|wasm)$/.test(file))) {
      const bytes = readFileSync(join(folder, name));
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
};

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('main.tsx', import.meta.url));
let ofEntry: ReadonlySet<string> | null = null;

/** Returns the modules that the entry of the console imports, over any number of others: the first page loads all of them. */
function entryModules(graph: Modules): ReadonlySet<string> {
  if (ofEntry) return ofEntry;
  const modules = new Set([entry]);
  // A set that grows while it is read: each module adds those that it imports.
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  ofEntry = modules;
  return modules;
}

/** Parts of forms and menus. The entry imports all components by name from one module, and needs none of these. */
const ofForms =
  /@mantine\/core\/esm\/(components\/(Checkbox|Combobox|Fieldset|Input|InputBase|Menu|NativeSelect|PasswordInput|Popover|Radio|Select|Switch|TextInput|Textarea|Tooltip)|utils\/(Floating|InlineInput|InputsGroupFieldset))\//;

/** Parts of dialogs, and what places things over a page. Pages that have no form need them without the other ones. */
const ofDialogs = /@floating-ui\/|@mantine\/core\/esm\/components\/(List|Modal|ModalBase|ScrollArea)\//;

/** Rows are on most pages, the field for expressions and the order of a list are on several, and `ground/` is for all. Styles are one file, too: each file is a request more. Those of pages for few people are apart. */
const ofMostPages =
  /rolldown\/runtime|console\/texts\/order-state\.ts|@tanstack\/(react-)?virtual|console\/ground\/|console\/orders\/(columns\/sort|search\/(search|expression-field|patience|text|use-editor|use-fault))\.ts|^(?!.*console\/(rules|schedules|setup)\/).*\.css$/;

const isFirst = (id: string, graph: Modules) =>
  (entryModules(graph).has(id) && !ofForms.test(id) && !ofDialogs.test(id)) || ofMostPages.test(id);

function chunkOf(id: string, graph: Modules): string | null {
  if (isFirst(id, graph)) return 'main';
  if (ofForms.test(id)) return 'forms';
  return ofDialogs.test(id) ? 'dialogs' : null;
}

/** Builds the pages into `dist/console`. Addresses are relative to `<base>`, which the service writes. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), precompressed],
  build: {
    outDir: output,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill is a script within the page, which the content policy forbids.
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // The code for the first page is one file. Otherwise each set of parts that are loaded later splits it further.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'main', name: chunkOf }],
        },
      },
    },
    // KiB before compression. A test limits what a page loads, compressed: test/console/size.test.ts.
    chunkSizeWarningLimit: 800,
  },
});
