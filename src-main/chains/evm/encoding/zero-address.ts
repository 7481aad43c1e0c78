import { trustedAddress } from '../../../../src-shared/domain/address.ts'

/** Stands for "no address", the sender of mints (EIP-20, EIP-721), and the native coin in keys of Uniswap v4 pools. */
export const ZERO_ADDRESS = trustedAddress(`0x${'0'.repeat(40)}`)
