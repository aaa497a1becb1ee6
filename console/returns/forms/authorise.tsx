import { numberOf } from '../../setup/records/kind.ts';
import { partOf, stateOf } from '../returns.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';
import { QuantityField, useRows } from './quantities.tsx';

/** Authorises units of each line. The form begins with the requested quantities. */
export function AuthoriseForm(props: ReturnFormProps) {
  const { one } = props;
  const texts = useReturnTexts();
  const isFirst = stateOf(one) === 'Requested';
  const { valuesOf, set } = useRows((id) => {
    const line = one.lines.find((each) => each.id === id);
    return { qty: String((isFirst ? line?.qty_requested : line?.qty_authorised) ?? 0) };
  });
  const lines = one.lines.map(({ id }) => ({ line_id: id, qty: numberOf(valuesOf(id).qty) ?? 0 }));
  return (
    <ReturnDialog {...props} action={(client) => client.returnorder.authorise(one.id, { lines })}>
      {one.lines.map((line) => (
        <QuantityField
          key={line.id}
          label={texts.quantityOf(partOf(line))}
          text={valuesOf(line.id).qty}
          onType={(qty) => set(line.id, { qty })}
        />
      ))}
    </ReturnDialog>
  );
}
