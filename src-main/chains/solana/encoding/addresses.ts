/** Fixed addresses of Solana's native and SPL programs, and of wrapped SOL (https://spl.solana.com). */
/** 32 zero bytes as base58. It also represents the other side of a mint or a burn, like the zero address on EVM. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
export const WRAPPED_SOL_DECIMALS = 9

export function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
}
