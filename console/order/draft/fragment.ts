/** The fragment of the address while the form is open. It is the id of the form, too: the page scrolls to it. */
export const openFragment = 'edit';
