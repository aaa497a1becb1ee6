import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Client, isProblem, type View } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { fieldErrors } from '../../ground/field-errors.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useOwnViews } from './saved.ts';
import type { ViewValues } from './sharing.tsx';

/** Values that a view stores of a list. */
export interface Kept {
  readonly filter?: string | null;
  readonly sort?: string;
  readonly columns?: string[];
}

export interface ViewDialogProps {
  readonly kept: Kept;
  /** The view to change; absent for a new one. */
  readonly view?: View | undefined;
  readonly onClose: () => void;
  /** @param view null after it was deleted */
  readonly onDone: (view: View | null) => Promise<void>;
}

/** Saves a view. A name that another own view has leads to the question whether that one is to be replaced. */
export function useViewForm({ kept, view, onClose, onDone }: ViewDialogProps) {
  const { views: texts } = useTexts();
  const readOwn = useOwnViews();
  const [refusal, setRefusal] = useState<unknown>(null);
  /** The own view that has the name of the new one. */
  const [taken, setTaken] = useState<View | null>(null);
  const form = useForm<ViewValues>({
    initialValues: {
      name: view?.name ?? '',
      everyone: view?.everyone ?? false,
      usergroup_ids: view?.usergroup_ids ?? [],
    },
  });
  const done = async (changed: View | null) => {
    onClose();
    await onDone(changed);
  };
  const action = ({ view: views }: Client) => {
    const body = { ...kept, ...form.getValues() };
    return view ? views.update(view.id, body) : views.create({ ...body, resource: 'salesorder' });
  };
  const refuse = async (error: unknown, values: ViewValues) => {
    const isTaken = isProblem(error, 'record.exists');
    const same = isTaken && !view ? (await readOwn()).find((each) => isNamed(each, values.name)) : undefined;
    if (same) return setTaken(same);
    const errors = isTaken ? { name: texts.taken } : fieldErrors(error, values);
    form.setErrors(errors);
    if (Object.keys(errors).length === 0) setRefusal(error);
  };
  const send = form.onSubmit(async (values) => {
    setRefusal(null);
    await action(client).then(
      (saved) => done(saved as View),
      (error) => refuse(error, values),
    );
  });
  return { form, refusal, taken, rename: () => setTaken(null), done, action, send };
}

/** Returns whether a view has a name. To the service, capital and small letters are the same. */
const isNamed = (view: View, name: string) => view.name.toLowerCase() === name.trim().toLowerCase();
