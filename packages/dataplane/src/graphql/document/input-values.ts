import { Kind, type ValueNode } from 'graphql';

/** An input that was left out, which is something else than null. */
export const ABSENT = Symbol('absent');

/** A word that stands for a value of an enum in the document; in variables it is a text. */
export class EnumWord {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A value of an argument, variables put in. Integers that a number cannot hold are bigints. Objects come as they are in JSON, so
 * ask for their own members only.
 */
export type InputValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | EnumWord
  | readonly InputValue[]
  | { readonly [name: string]: InputValue };

/** What the request gives for a variable, else its default, else nothing. */
export type FindVariable = (name: string) => InputValue | typeof ABSENT;

/** The value that stands there. Nothing in a list is null, and a member of an object that is nothing is not there. */
export function readValue(node: ValueNode, find: FindVariable): InputValue | typeof ABSENT {
  switch (node.kind) {
    case Kind.VARIABLE:
      return find(node.name.value);
    case Kind.NULL:
      return null;
    case Kind.BOOLEAN:
    case Kind.STRING:
      return node.value;
    case Kind.INT:
      return readInteger(node.value);
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.ENUM:
      return new EnumWord(node.value);
    case Kind.LIST:
      return node.values.map((value) => {
        const found = readValue(value, find);
        return found === ABSENT ? null : found;
      });
    case Kind.OBJECT: {
      const members = new Map<string, InputValue>();
      for (const { name, value } of node.fields) {
        const found = readValue(value, find);
        if (found !== ABSENT) members.set(name.value, found);
      }
      return Object.fromEntries(members);
    }
  }
}

function readInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export function isInputObject(
  value: InputValue | typeof ABSENT | undefined,
): value is { readonly [name: string]: InputValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof EnumWord);
}
