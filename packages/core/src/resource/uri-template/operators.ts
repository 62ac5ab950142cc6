/** How an expression of a URI template is expanded (RFC 6570, appendix A). */
export interface Operator {
  readonly sign: string;
  /** What an expansion begins with. */
  readonly first: string;
  /** What stands between values. */
  readonly separator: string;
  /** Whether values follow their names. */
  readonly isNamed: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters stand for themselves in values. */
  readonly isReserved: boolean;
}

const PLAIN: Operator = {
  sign: '',
  first: '',
  separator: ',',
  isNamed: false,
  ifEmpty: '',
  isReserved: false,
};

const SIGNED: readonly Operator[] = [
  { ...PLAIN, sign: '+', isReserved: true },
  { ...PLAIN, sign: '#', first: '#', isReserved: true },
  { ...PLAIN, sign: '.', first: '.', separator: '.' },
  { ...PLAIN, sign: '/', first: '/', separator: '/' },
  { ...PLAIN, sign: ';', first: ';', separator: ';', isNamed: true },
  { ...PLAIN, sign: '?', first: '?', separator: '&', isNamed: true, ifEmpty: '=' },
  { ...PLAIN, sign: '&', first: '&', separator: '&', isNamed: true, ifEmpty: '=' },
];

const BY_SIGN = new Map(SIGNED.map((operator) => [operator.sign, operator]));

/** The operator that an expression begins with. */
export function operatorOf(expression: string): Operator {
  return BY_SIGN.get(expression.charAt(0)) ?? PLAIN;
}
