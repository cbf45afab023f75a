export function worldOutline(): string;
