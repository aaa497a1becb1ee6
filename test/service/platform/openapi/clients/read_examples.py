"""Reads each example of the description as the model that a generator made of its schema. Prints how many examples it read.

python read_examples.py MODULE, such as conveyor_client: the module has the models and each model has from_dict.
"""
import importlib
import json
import sys

description = json.load(open('openapi.json'))
models = importlib.import_module(sys.argv[1])


def resolved(node):
    while '$ref' in node:
        place, node = node['$ref'], description
        for step in place[2:].split('/'):
            node = node[step]
    return node


def contents():
    for path, methods in description['paths'].items():
        for method, operation in methods.items():
            for answer in [operation.get('requestBody', {}), *operation['responses'].values()]:
                for media, content in resolved(answer).get('content', {}).items():
                    yield f'{method} {path} {media}', content


read, faults = 0, []
for where, content in contents():
    schema = content['schema']
    is_list = schema.get('type') == 'array'
    name = (schema['items'] if is_list else schema).get('$ref', '').rsplit('/', 1)[-1]
    if name == '':
        continue  # a file, or any object
    for example in content['examples'].values():
        value = resolved(example)['value']
        for one in value if is_list else [value]:
            try:
                getattr(models, name).from_dict(one).to_dict()
                read += 1
            except Exception as error:
                faults.append(f'{where}: {name}: {error}')

if faults:
    sys.exit('\n'.join(faults))
print(read)
