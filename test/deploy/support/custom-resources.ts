import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goModule } from './go-tool.ts';

/** The folders of CustomResourceDefinitions, by module. They describe the kinds of others that the chart uses. */
const folders = {
  'github.com/kedacore/keda/v2@v2.21.0': 'config/crd/bases',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': 'example/prometheus-operator-crd',
  'sigs.k8s.io/gateway-api@v1.4.1': 'config/crd/standard',
} as const;
type DefinitionModule = keyof typeof folders;
export const definitionModules = Object.keys(folders) as readonly DefinitionModule[];

/** Returns the files of a module that have a CustomResourceDefinition, one each. */
export async function definitionsOf(module: DefinitionModule): Promise<string[]> {
  return definitionFiles(join(await goModule(module), folders[module]));
}

/** Returns the files of a folder that have a CustomResourceDefinition. */
export function definitionFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(folder, file))
    .filter((file) => /^kind: CustomResourceDefinition$/m.test(readFileSync(file, 'utf8')))
    .sort();
}
