import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';

/** Closes a return, with its credit. */
export function CloseForm(props: ReturnFormProps) {
  return <ReturnDialog {...props} startsAtButton action={(client) => client.returnorder.close(props.one.id)} />;
}
