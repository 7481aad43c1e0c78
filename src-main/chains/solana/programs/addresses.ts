/** Fixed addresses of Solana's native and SPL programs, and of wrapped SOL (https://spl.solana.com). */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
export const WRAPPED_SOL_DECIMALS = 9

/** Stands for the sender of mints and the receiver of burns: Solana token movements have no zero address. */
export const ZERO_ADDRESS = SYSTEM_PROGRAM

export function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
}
