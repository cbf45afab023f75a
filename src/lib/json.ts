/** The levels of lists and objects that are accepted of the JSON of others. Values of the API have fewer. */
export const MAX_DEPTH = 256;

/**
 * The number of levels of lists and objects of a JSON text, and of members of all of its objects: the colons outside
 * strings. The text may be anything else.
 */
export function outlineOf(json: string): { depth: number; members: number } {
  let [level, depth, members] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === ':') members += 1;
    else if (character === '[' || character === '{') depth = Math.max(depth, ++level);
    else if (character === ']' || character === '}') level -= 1;
    if (character !== '"') continue;
    for (at += 1; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at += 1;
  }
  return { depth, members };
}

/**
 * Parses the JSON of others. Throws an Error if it is not JSON or too deep: both would exhaust the stack or the memory
 * later.
 */
export function parseForeignJson(json: string): unknown {
  if (outlineOf(json).depth > MAX_DEPTH) throw new RangeError(`JSON must have at most ${MAX_DEPTH} levels`);
  return JSON.parse(json);
}
