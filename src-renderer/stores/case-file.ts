import { create } from 'zustand'

/** A case file that was dropped, picked or opened from outside, until its page checks it. */
export const useCaseFile = create<{ readonly file: File | null }>(() => ({ file: null }))

export const isCaseFile = ({ name }: Pick<File, 'name'>): boolean => name.toLowerCase().endsWith('.holderscope')

export const setCaseFile = (file: File | null): void => useCaseFile.setState({ file })
