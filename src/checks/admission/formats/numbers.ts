const CREDIT_CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;
const SPACES_AND_MINUS = /[\t\n\f\r -]+/g;

export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

export function isIsbn10(text: string): boolean {
  const digits = text.replace(SPACES_AND_MINUS, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = text.replace(SPACES_AND_MINUS, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  );
  return sum % 10 === 0;
}

/** With both of its separators: a length of 11 is asked for. */
export function isSocialSecurityNumber(text: string): boolean {
  return text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text);
}
