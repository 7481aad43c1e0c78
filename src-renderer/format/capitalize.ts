/** "at least 3 %" → "At least 3 %". */
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
