/** A number as a JSON-RPC quantity: https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding. */
export const toHexNumber = (value: number): string => `0x${value.toString(16)}`
