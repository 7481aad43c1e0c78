/** A number as nodes want it. */
export const toHexNumber = (value: number): string => `0x${value.toString(16)}`
