/** Who works where; what is registered for it asks a database. */
export abstract class Directory {
  abstract members(team: string | undefined): Promise<string[]>;
  abstract searchRooms(
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly found: string[]; readonly total: number }>;
}

export class SmallDirectory extends Directory {
  override async members(team: string | undefined): Promise<string[]> {
    return team === 'compiler' ? ['Grace', 'Frances'] : ['Ada', 'Grace', 'Frances', 'Barbara'];
  }

  override async searchRooms(name: string): Promise<{ found: string[]; total: number }> {
    const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`);
    const found = rooms.filter((room) => room.includes(name));
    return { found: found.slice(0, 3), total: found.length };
  }
}
