/** The error of `custom` in a body where nothing would store it. */
export const noCustomFields = 'is only for customers, orders, lines of orders and parts';
