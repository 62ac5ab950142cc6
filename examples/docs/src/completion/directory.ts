/** Who works where, and the rooms of the house; a database in an application. */
export class Directory {
  async members(team: string | undefined): Promise<string[]> {
    return team === 'compiler' ? ['Grace', 'Frances'] : ['Ada', 'Grace', 'Frances', 'Barbara'];
  }

  async searchRooms(name: string, _signal: AbortSignal): Promise<{ found: string[]; total: number }> {
    const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`);
    const found = rooms.filter((room) => room.includes(name));
    return { found: found.slice(0, 3), total: found.length };
  }
}
