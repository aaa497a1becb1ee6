import './decide.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { OrderDialog } from '../call-form.tsx';
import type { Shown } from '../order.ts';
import { CarrierForm } from './carrier-form.tsx';
import { type Decision, decisions, grave, isPossible } from './decisions.ts';
import { HoldForm } from './hold-form.tsx';
import { PlainForm } from './plain-form.tsx';
import { ReplanForm } from './replan-form.tsx';
import { StepForm } from './step-form.tsx';

/**
 * The decisions that this user may make in the present state of the order. Each opens a dialog that says what it
 * does.
 */
export function Decide(shown: Shown) {
  const texts = useTexts().order.decide;
  const permits = usePermits();
  // The dialog keeps its title while it closes.
  const [{ decision, isOpen }, setChosen] = useState<{ decision: Decision; isOpen: boolean }>({
    decision: 'hold',
    isOpen: false,
  });
  const offered = decisions.filter((name) => permits(`salesorder.${name}`) && isPossible(name, shown.progress));
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = useRef(false);
  const choose = (name: Decision) => {
    isChosen.current = true;
    setChosen({ decision: name, isOpen: true });
  };
  // The focus returns to the button, and not before the dialog is gone: the menu would take it from the dialog.
  const returnFocus = () => {
    if (!isChosen.current) button.current?.focus();
  };
  const close = () => setChosen({ decision, isOpen: false });
  const onClosed = () => {
    isChosen.current = false;
    returnFocus();
  };
  if (offered.length === 0 && !isOpen) return null;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} onClose={returnFocus}>
        <Menu.Target>
          <Button ref={button} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {texts.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((name) => (
            <Menu.Item key={name} onClick={() => choose(name)}>
              {texts.names[name]}
              {grave.has(name) ? ' …' : ''}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <OrderDialog title={`${shown.order.number}: ${texts.names[decision]}`} {...{ isOpen, onClosed }} onClose={close}>
        <Form shown={shown} decision={decision} onClose={close} />
      </OrderDialog>
    </>
  );
}

/** Properties of a decision's form. */
export interface DecisionFormProps {
  readonly shown: Shown;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function Form(props: DecisionFormProps) {
  switch (props.decision) {
    case 'hold':
      return <HoldForm {...props} />;
    case 'skip':
    case 'byhand':
    case 'automatic':
      return <StepForm {...props} />;
    case 'carrier':
      return <CarrierForm {...props} />;
    case 'replan':
      return <ReplanForm {...props} />;
    default:
      return <PlainForm {...props} />;
  }
}
