import { states } from './table.ts';

const unissues = { 'POST /salesorder/{id}/unissue': 'Makes it a draft again' };
const voids = { 'POST /salesorder/{id}/void': 'Voids it' };
const clones = { 'POST /salesorder/{id}/clone': 'Makes a draft with its lines' };
/** Orders that are over stay, because invoices and the ledger refer to them. */
const stays = { instead: 'Orders that are over are kept.' };

/** The states of a sales order. A hold is not a state: an order of any open state can be held, which refuses new work. */
export const order = states({
  kind: 'order',
  constants: 'salesorderstatus',
  states: {
    Draft: { id: 1, instead: 'Issue it first.', calls: { 'POST /salesorder/{id}/issue': 'Issues it' } },
    Issued: { id: 2, instead: 'Unissue it first.', calls: unissues },
    // What leads back depends on its picks, packs and ships: see `wayBack`.
    'In Progress': { id: 3, instead: 'Units of it are picked.' },
    Fulfilled: { id: 4, instead: 'It was picked up in whole; clone it to deliver the same again.', calls: clones },
    'Closed Short': { id: 5, instead: 'Clone it to start anew.', calls: clones },
    Void: { id: 6, instead: 'Clone it to start anew.', calls: clones },
  },
  moves: {
    create: { from: [], to: 'Draft', by: ['salesorder.create', 'salesorder.clone'] },
    edit: {
      from: ['Draft'],
      refusal: 'lines, discounts and fees can be changed in a draft only',
      by: ['salesorder.change', 'salesorderline.create', 'salesorderline.change', 'salesorderline.delete'],
    },
    delete: {
      from: ['Draft'],
      to: 'gone',
      by: ['salesorder.delete'],
      refusal: 'only drafts can be deleted',
      advice: {
        Issued: { instead: 'Unissue it first, or void it.', calls: { ...unissues, ...voids } },
        Fulfilled: stays,
        'Closed Short': stays,
        Void: stays,
      },
    },
    issue: {
      from: ['Draft'],
      to: 'Issued',
      by: ['salesorder.issue'],
      doneIn: ['Issued', 'In Progress', 'Fulfilled'],
      needs: 'no warnings, or ignore_warnings',
      refusal: "it can't be issued",
    },
    requestIssue: {
      from: ['Draft'],
      by: ['salesorder.requestissue', 'salesorder.issuerequested'],
      doneIn: ['Issued', 'In Progress', 'Fulfilled'],
      refusal: "it can't be issued",
    },
    unissue: {
      from: ['Issued'],
      to: 'Draft',
      by: ['salesorder.unissue'],
      refusal: "it can't go back to draft",
    },
    work: {
      from: ['Issued', 'In Progress'],
      by: [
        'pick.create',
        'pack.create',
        'ship.create',
        'pickup.create',
        'task.pick',
        'task.pack',
        'task.ship',
        'task.pickup',
      ],
      needs: 'not held',
      refusal: "it can't be worked on",
    },
    autowork: {
      from: ['Issued', 'In Progress'],
      doneIn: ['Fulfilled'],
      by: ['autowork.create'],
      needs: 'its outcome reports the steps that could not be done',
      refusal: 'there is no work to do for it',
    },
    begin: {
      from: ['Issued'],
      to: 'In Progress',
      by: ['pick.finish', 'task.pick'],
      needs: 'the first unit picked',
    },
    takeBack: {
      from: ['In Progress'],
      to: 'Issued',
      by: ['pick.delete'],
      needs: 'no picked units are left',
    },
    fulfil: {
      from: ['Issued', 'In Progress'],
      to: 'Fulfilled',
      by: ['pickup.create', 'task.pickup'],
      needs: 'the last unit picked up; directly from Issued for an order with nothing to pick',
    },
    undoPickup: {
      from: ['In Progress', 'Fulfilled'],
      by: ['pickup.undo'],
      refusal: "its pickup can't be undone",
    },
    reopen: { from: ['Fulfilled'], to: 'In Progress', by: ['pickup.undo'] },
    closeShort: {
      from: ['Issued', 'In Progress'],
      to: 'Closed Short',
      by: ['salesorder.closeshort'],
      advice: {
        Draft: {
          instead: 'Delete or void it.',
          calls: { 'DELETE /salesorder/{id}': 'Deletes it', ...voids },
        },
      },
      refusal: "it can't be closed short",
    },
    changeLines: {
      from: ['Issued', 'In Progress'],
      by: ['salesorderline.cancel', 'salesorder.changelines'],
      needs: 'the canceled units not shipped or picked up',
      refusal: "its lines can't be changed",
      advice: { Draft: { instead: 'Change or delete the line.' } },
    },
    void: {
      from: ['Draft', 'Issued', 'In Progress'],
      to: 'Void',
      by: ['salesorder.void'],
      needs: 'nothing picked up',
      refusal: "it can't be voided",
    },
    hold: {
      from: ['Draft', 'Issued', 'In Progress'],
      by: ['salesorder.hold'],
      refusal: 'there is nothing to hold',
    },
    skip: {
      from: ['Issued', 'In Progress'],
      by: ['salesorder.skip'],
      needs: 'pack or ship, and not started',
      refusal: 'there is nothing to skip',
    },
    retry: {
      from: ['Issued', 'In Progress'],
      by: ['salesorder.retry'],
      refusal: 'there is nothing to try again',
    },
    decide: {
      from: ['Issued', 'In Progress'],
      by: ['salesorder.stepby', 'salesorder.carrier'],
      refusal: 'there is nothing to decide any more',
    },
    drive: {
      from: ['Issued', 'In Progress'],
      by: ['salesorder.drive', 'salesorder.redrive'],
      refusal: 'there is nothing to drive',
    },
    replan: {
      from: ['Issued', 'In Progress'],
      by: ['salesorder.reach', 'salesorder.replan'],
      refusal: 'there is no plan to change',
    },
  },
});

/** Where an order is, beside its status, as lists, counts and `/progress` show it. */
export const progressStates = ['working', 'waiting', 'attention', 'held', 'done'] as const;
export type ProgressState = (typeof progressStates)[number];
