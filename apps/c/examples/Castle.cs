// A castle with locked doors, as text, and what a game asks of it next.
using System;
using System.IO;
using Mapwright;

static class Castle
{
    static int Main()
    {
        try
        {
            using (Map map = Map.Build("castle-keys", 7)) // a name, or a recipe as JSON
            {
                byte[] tiles = map.Tiles; // row by row
                Cell start = map.Start.Value, exit = map.Exit.Value;
                Cell[] path = map.Path(start, exit);
                bool[] seen = map.Sight(start, 8);

                var picture = new char[tiles.Length];
                for (int i = 0; i < tiles.Length; i++)
                    picture[i] = tiles[i] >= 128 ? '#' : seen[i] ? ',' : '.'; // solid, in sight from the start, the rest
                foreach (Cell at in path)
                    picture[at.Y * map.Width + at.X] = '*';
                for (int y = 0; y < map.Height; y++)
                    Console.WriteLine(new string(picture, y * map.Width, map.Width));
                Console.WriteLine($"{path.Length - 1} steps from {start} to {exit}, digest {map.Digest:x16}");

                File.WriteAllText("castle.json", map.Json()); // rooms, doors, keys, spawns and all the rest
            }
            return 0;
        }
        catch (MapwrightException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
