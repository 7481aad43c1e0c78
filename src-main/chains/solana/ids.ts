/** Programs and mints that the readers know by name. All are fixed addresses of Solana itself or of the SPL. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
export const WRAPPED_SOL_DECIMALS = 9

/** Solana has no zero address in token movements; mints come from and burns go to the address of 32 zero bytes. */
export const ZERO_ADDRESS = SYSTEM_PROGRAM

export function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
}
